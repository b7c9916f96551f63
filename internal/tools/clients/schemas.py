"""Converts the schemas of tools as the hosts of models do, and validates calls by them.

Reads {"tools": [...], "calls": [{"tool", "arguments", "result"}]} and prints each fault
in a line. The argument is the source package of llama-cpp-python, which is not built.
"""

import copy
import importlib.util
import json
import logging
import pathlib
import re
import sys
import tarfile
import tempfile

import jsonschema
import mcp.types
from agents.mcp import MCPServerStdio
from agents.mcp.util import MCPUtil
from google.genai import types as gemini
from google.genai._mcp_utils import mcp_to_gemini_tool
from openai.lib._pydantic import _ensure_strict_json_schema

# What OpenAI's strict mode documents, and its converter does not look at.
STRICT = {
    "object": {"type", "description", "properties", "required", "additionalProperties"},
    "array": {"type", "description", "items"},
    "string": {"type", "description", "enum"},
    "integer": {"type", "description", "minimum", "maximum"},
    "number": {"type", "description", "minimum", "maximum"},
    "boolean": {"type", "description"},
}

# llama.cpp refuses grammars that repeat much: the bounds of all tools add up.
MOST_REPEATS = 20


def walk(schema, path=""):
    yield path, schema
    for name, member in schema.get("properties", {}).items():
        yield from walk(member, f"{path}.{name}")
    if "items" in schema:
        yield from walk(schema["items"], path + "[]")


def openai_package(tool):
    schema = copy.deepcopy(tool["inputSchema"])
    strict = _ensure_strict_json_schema(schema, path=(), root=schema)
    for path, part in walk(strict):
        if part.get("type") not in STRICT:
            yield f"{path} is of type {part.get('type')}"
        elif unknown := set(part) - STRICT[part["type"]]:
            yield f"{path}: strict mode does not take {sorted(unknown)}"


def openai_agents(tool):
    parsed = mcp.types.Tool.model_validate(tool)
    server = MCPServerStdio(params={"command": "none"})  # it is never started
    function = MCPUtil.to_function_tool(parsed, server, convert_schemas_to_strict=True)
    if not function.strict_json_schema and tool["inputSchema"]["properties"]:
        yield "it stays outside strict mode"


def google_genai(tool):
    declaration = mcp_to_gemini_tool(mcp.types.Tool.model_validate(tool)).function_declarations[0]
    converted = declaration.parameters.model_dump(mode="json", exclude_none=True, by_alias=True)
    kept = dict(walk(converted))
    for path, part in walk(tool["inputSchema"]):
        if lost := set(part) - set(kept.get(path, {})):
            yield f"{path}: the conversion drops {sorted(lost)}"
    strict = gemini.JSONSchema.model_validate(tool["inputSchema"])
    gemini.Schema.from_json_schema(json_schema=strict, raise_error_on_unsupported_field=True)


def llama_cpp(source):
    with tarfile.open(source) as package, tempfile.TemporaryDirectory() as folder:
        name = next(n for n in package.getnames() if n.endswith("/llama.cpp/examples/json_schema_to_grammar.py"))
        file = pathlib.Path(folder, "converter.py")
        file.write_bytes(package.extractfile(name).read())
        spec = importlib.util.spec_from_file_location("converter", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)

    def convert(tool):
        converter = module.SchemaConverter(prop_order={}, allow_fetch=False, dotall=False, raw_pattern=False)
        converter.visit(converter.resolve_refs(copy.deepcopy(tool["inputSchema"]), "stdin"), "")
        grammar = converter.format_grammar()
        for bounds in re.findall(r"\{(\d*),?(\d*)\}", grammar):
            if any(bound and int(bound) > MOST_REPEATS for bound in bounds):
                yield f"its grammar repeats {bounds} times"
        for path, part in walk(tool["inputSchema"]):
            for name in part.get("properties", {}):
                if f'\\"{name}\\"' not in grammar:
                    yield f"{path}.{name} is not in its grammar"

    return convert


def validator(tool):
    for member in ("inputSchema", "outputSchema"):
        if schema := tool.get(member):
            jsonschema.Draft202012Validator.check_schema(schema)
    return ()


def validate(tool, call):
    for member, schema in (("arguments", tool["inputSchema"]), ("result", tool.get("outputSchema"))):
        for formats in (None, jsonschema.Draft202012Validator.FORMAT_CHECKER):
            if schema is None or member not in call:
                continue
            for error in jsonschema.Draft202012Validator(schema, format_checker=formats).iter_errors(call[member]):
                yield f"{member}, formats {'checked' if formats else 'ignored'}: {error.message[:200]}"


def faults(check, *args):
    try:
        yield from check(*args)
    except Exception as error:
        yield repr(error)


def main():
    logging.disable()
    given = json.load(sys.stdin)
    converters = {
        "openai": openai_package, "openai-agents": openai_agents, "google-genai": google_genai,
        "llama.cpp": llama_cpp(sys.argv[1]), "jsonschema": validator,
    }
    tools = {tool["name"]: tool for tool in given["tools"]}
    for name, tool in tools.items():
        for host, convert in converters.items():
            for fault in faults(convert, tool):
                print(f"{name}, {host}: {fault}")
    for call in given["calls"]:
        for fault in faults(validate, tools[call["tool"]], call):
            print(f"{call['tool']}, call: {fault}")


main()
