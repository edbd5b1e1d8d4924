// Loaded by --import before anything else. Plain JavaScript, because an older Node cannot read
// TypeScript and would fail with an unclear error.
const required = 24;
const major = Number(process.versions.node.split('.')[0]);

if (major < required) {
  process.stderr.write(
    `Touchline needs Node ${required} or newer; this is Node ${process.versions.node}. ` +
      'Run npm ci --ignore-scripts=false --include=optional and then npm start, which brings its own ' +
      'Node, or install Node 24 from https://nodejs.org.\n',
  );
  process.exit(1);
}
