// Runs the loops of loops.ts, or only those that are named, in a process that can be ended while one of them
// works. Writes a line of JSON before each loop and one after it.

/** A loop that never ends: it shows that the test ends it. */
const ENDLESS = 'endless'

const write = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

function endless(): never {
  for (;;);
}

const named = process.argv.slice(2)
const isProof = named.includes(ENDLESS)
const loops = isProof ? { [ENDLESS]: endless } : (await import('./loops.ts')).LOOPS
for (const name of named.length > 0 ? named : Object.keys(loops)) {
  const work = loops[name]
  if (work === undefined) throw new Error(`There is no loop '${name}'`)
  write({ started: name })
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  write({ ended: name, milliseconds: (user + system) / 1_000 })
}
