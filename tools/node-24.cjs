// Read by every script before TypeScript is: an old Node gets a sentence instead of a stack.
const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(
    `Tenantscope needs Node 24 or later; this is ${process.versions.node}. Run "npm ci": it brings Node 24 ` +
      'on Linux, Windows and Intel Macs. On Apple silicon install Node 24 from nodejs.org.',
  )
  process.exit(1)
}
