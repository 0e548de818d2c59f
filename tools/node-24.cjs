// Loaded before any TypeScript file, so that an old Node prints a message instead of a stack trace.
const { existsSync } = require('node:fs')
const path = require('node:path')

const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  const isInstalled = ['node', 'node.cmd'].some((name) =>
    existsSync(path.join(__dirname, '..', 'node_modules', '.bin', name)),
  )
  const advice = isInstalled
    ? 'Node 24 is installed in node_modules: start by "npm run", for example "npm run demo", which uses it.'
    : 'Run "npm ci", which installs Node 24 on Linux, Windows and Intel Macs. On Apple silicon install Node 24 from nodejs.org.'
  console.error(`Tenantscope needs Node 24 or later; this is ${process.versions.node}. ${advice}`)
  process.exit(1)
}
