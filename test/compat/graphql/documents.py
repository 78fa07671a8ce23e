"""The GraphQL documents that installed clients send: files (.gql, .graphql) and texts in their Python code."""
import ast
import importlib.util
import pathlib
import re
from dataclasses import dataclass
from typing import Dict, Iterator, List, Optional, Tuple

from graphql import DocumentNode, FragmentDefinitionNode, OperationDefinitionNode, parse, print_ast, visit, Visitor

# Sources of the client package that speak to GraphQL servers of others.
OTHERS = ("tableau", "montecarlo", "monte_carlo", "wandb", "dagster", "hightouch", "linear")
# The MCP server marks lines that only some servers know. It takes the mark off for new servers and the line off for others.
# The beginning of a document, after comments.
START = re.compile(r"\s*(#[^\n]*\n\s*)*(query|mutation|fragment)\b")
MARK = re.compile(r"#\[(CLOUD|NEWER_GMS)\]")


@dataclass(frozen=True)
class Document:
    """A document with all fragments that it uses."""

    client: str
    name: str
    text: str


def documents_of(package: str) -> List[Document]:
    """All documents in an installed Python package, in the order of their files."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(f"{package} is not installed")
    return documents_below(pathlib.Path(spec.submodule_search_locations[0]), package)


def documents_below(root: pathlib.Path, client: str) -> List[Document]:
    """All documents in a folder. Fragments of one file may be used in another."""
    parsed = []
    for path in sorted(root.rglob("*")):
        if any(word in str(path).lower() for word in OTHERS):
            continue
        if path.suffix in (".gql", ".graphql"):
            texts: Iterator[str] = iter([path.read_text()])
        elif path.suffix == ".py":
            texts = texts_in(path.read_text())
        else:
            continue
        for text in texts:
            for variant, cut in variants(text):
                document = parsed_document(cut)
                if document:
                    parsed.append((f"{path.relative_to(root)}{variant}", document))
    shared = {each.name.value: each for _, document in parsed for each in fragments_in(document)}
    found: Dict[str, Document] = {}
    for path, document in parsed:
        own = {**shared, **{each.name.value: each for each in fragments_in(document)}}
        for operation in document.definitions:
            if isinstance(operation, OperationDefinitionNode):
                name = f"{path}:{operation.name.value if operation.name else first_field(operation)}"
                found.setdefault(name, Document(client, name, with_fragments(operation, own)))
    return list(found.values())


def variants(text: str) -> List[Tuple[str, str]]:
    """A text as the client sends it to old servers, and to new ones."""
    if not MARK.search(text):
        return [("", text)]
    old = "\n".join(line for line in text.split("\n") if not MARK.search(line))
    return [("", old), (" (new servers)", MARK.sub("", text))]


def texts_in(code: str) -> Iterator[str]:
    """Texts of a Python file that may be documents; names of other texts in f-strings are filled in."""
    tree = ast.parse(code)
    known = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and node.value is not None
    }
    inner = {id(value) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for value in node.values}
    for node in ast.walk(tree):
        if id(node) in inner or not isinstance(node, (ast.Constant, ast.JoinedStr)):
            continue
        text = text_of(node, known)
        if text and START.match(text):
            yield text


def text_of(node: Optional[ast.AST], known: Dict[str, ast.AST], depth: int = 0) -> Optional[str]:
    """The text of an expression that is known before the program runs."""
    if depth > 5 or node is None:
        return None
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Name):
        return text_of(known.get(node.id), known, depth + 1)
    if isinstance(node, ast.FormattedValue):
        return text_of(node.value, known, depth)
    if isinstance(node, ast.JoinedStr):
        parts = [text_of(value, known, depth + 1) for value in node.values]
        return None if None in parts else "".join(part or "" for part in parts)
    return None


def parsed_document(text: str) -> Optional[DocumentNode]:
    try:
        document = parse(text, no_location=True)
    except Exception:
        return None
    wanted = (OperationDefinitionNode, FragmentDefinitionNode)
    whole = all(isinstance(each, wanted) and each.selection_set.selections for each in document.definitions)
    return document if whole else None


def fragments_in(document: DocumentNode) -> List[FragmentDefinitionNode]:
    return [each for each in document.definitions if isinstance(each, FragmentDefinitionNode)]


def first_field(operation: OperationDefinitionNode) -> str:
    first = operation.selection_set.selections[0]
    return first.name.value if hasattr(first, "name") else "query"


class Spreads(Visitor):
    """Collects the names of the fragments that a node uses."""

    def __init__(self) -> None:
        super().__init__()
        self.names: List[str] = []

    def enter_fragment_spread(self, node, *_):  # type: ignore[no-untyped-def]
        self.names.append(node.name.value)


def with_fragments(operation: OperationDefinitionNode, fragments: Dict[str, FragmentDefinitionNode]) -> str:
    """The text of an operation and of all fragments that it needs."""
    used: Dict[str, FragmentDefinitionNode] = {}
    open_nodes = [operation]
    while open_nodes:
        spreads = Spreads()
        visit(open_nodes.pop(), spreads)
        for name in spreads.names:
            if name in fragments and name not in used:
                used[name] = fragments[name]
                open_nodes.append(fragments[name])  # type: ignore[arg-type]
    return "\n".join(print_ast(node) for node in [operation, *used.values()])
