/**
 * Compiles the modules of an archive by Pyodide's own Python, on Node: compile_archive.mjs PYODIDE <SOURCES >COMPILED.
 * A browser would compile them again at each visit. Files that are no modules stay as they are.
 */
import { pathToFileURL } from 'node:url';

const PROGRAM = `
import ast, importlib.util, marshal, zipfile

# Of a file that is never compared with its source: magic number, flag, and the place of a checksum.
HEADER = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)

def without_docstrings(tree):
    """They are a third of a compiled module."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = [each for each in node.body if not is_text(each)] or [ast.Pass()]
    return ast.fix_missing_locations(tree)

def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)

with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/compiled.zip", "w") as compiled:
    for info in sources.infolist():
        name, content = info.filename, sources.read(info)
        if name.endswith(".py"):
            code = compile(without_docstrings(ast.parse(content)), f"/moleworks/{name}", "exec", dont_inherit=True)
            name, content = f"{name}c", HEADER + marshal.dumps(code)
        compiled.writestr(zipfile.ZipInfo(name, info.date_time), content)
`;

async function main(folder) {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const python = await loadPyodide({ indexURL: `${folder}/`, args: ['-X', 'no_debug_ranges'] });
  const parts = [];
  for await (const part of process.stdin) parts.push(part);
  python.FS.writeFile('/sources.zip', new Uint8Array(Buffer.concat(parts)));
  python.runPython(PROGRAM);
  process.stdout.write(python.FS.readFile('/compiled.zip'));
}

main(process.argv[2]).catch((error) => {
  // Without the source line that Node would add: those of Pyodide are megabytes.
  process.stderr.write(`${error.message}\n`, () => process.exit(1));
});
