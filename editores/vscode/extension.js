// Starts `kb lsp` for files of cards; everything else is the server's.
const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("reglario");
  const run = { command: settings.get("orden", "kb"), args: ["lsp"], transport: TransportKind.stdio };
  const pattern = settings.get("ficheros");
  client = new LanguageClient("reglario", "Reglario", { run, debug: run }, { documentSelector: [{ scheme: "file", pattern }] });
  return client.start();
};

exports.deactivate = () => client && client.stop();
