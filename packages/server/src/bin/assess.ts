import { once } from 'node:events'

import { runAssess } from './assess-command.ts'

// The program that reads the replies has ended.
process.stdout.on('error', () => process.exit(1))

process.exitCode = await runAssess(process.argv.slice(2), {
  input: process.stdin,
  async write(text) {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  },
  printError: (text) => console.error(text),
  now: () => new Date(),
})
