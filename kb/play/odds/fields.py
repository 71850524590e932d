"""Fields that the questions of `kb odds` share, whichever game they are about."""

from typing import Annotated

from pydantic import Field

Tokens = Annotated[int, Field(ge=0, le=20)]
Texts = Annotated[tuple[Annotated[str, Field(max_length=2000)], ...], Field(max_length=12)]
Words = Annotated[tuple[Annotated[str, Field(max_length=80)], ...], Field(max_length=30)]
