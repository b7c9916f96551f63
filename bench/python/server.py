"""The four tools written straightforwardly on FastMCP."""

import os
from typing import Any
from urllib.parse import quote

import httpx
from fastmcp import FastMCP

mcp = FastMCP("python")
client = httpx.AsyncClient(
    base_url=os.environ["API_BASE_URL"] + "/api/recipes",
    headers={"X-API-Key": os.environ.get("API_KEY", "")},
    timeout=30,
)


async def call(method: str, path: str, body: dict | None = None) -> Any:
    response = await client.request(method, path, json=body)
    response.raise_for_status()
    return response.json()


@mcp.tool
async def list_recipes() -> dict[str, Any]:
    """List every recipe."""
    return {"recipes": await call("GET", "")}


@mcp.tool
async def get_recipe(recipe_id: str) -> dict[str, Any]:
    """Get one complete recipe."""
    return await call("GET", "/" + quote(recipe_id, safe=""))


@mcp.tool
async def create_recipe(
    title: str,
    description: str | None = None,
    prep_time_minutes: int | None = None,
    cook_time_minutes: int | None = None,
    servings: int | None = None,
    difficulty: int | None = None,
    ingredients: list[dict] | None = None,
    steps: list[dict] | None = None,
) -> dict[str, Any]:
    """Save a new recipe."""
    return await call("POST", "", {k: v for k, v in locals().items() if v is not None})


@mcp.tool
async def update_recipe(
    recipe_id: str,
    title: str | None = None,
    description: str | None = None,
    prep_time_minutes: int | None = None,
    cook_time_minutes: int | None = None,
    servings: int | None = None,
    difficulty: int | None = None,
    ingredients: list[dict] | None = None,
    steps: list[dict] | None = None,
) -> dict[str, Any]:
    """Change a recipe."""
    body = {k: v for k, v in locals().items() if v is not None and k != "recipe_id"}
    return await call("PUT", "/" + quote(recipe_id, safe=""), body)


if __name__ == "__main__":
    mcp.run(show_banner=False)
