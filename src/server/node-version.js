// Plain JavaScript, loaded with --import before anything else: an older Node cannot read the
// TypeScript that follows, and would say so in words that help nobody.
const wanted = 24;
const major = Number(process.versions.node.split('.')[0]);

if (major < wanted) {
  process.stderr.write(
    `Touchline needs Node ${wanted} or newer; this is Node ${process.versions.node}. ` +
      'Run npm ci --ignore-scripts=false --include=optional and then npm start, which brings its own ' +
      'Node, or install Node 24 from https://nodejs.org.\n',
  );
  process.exit(1);
}
