import { readdirSync, readFileSync } from 'node:fs'

import { partsByProcess, printedParts } from './app-parts.ts'

/** Prints the parts of each process, and what each of them starts and stops. */
const FOLDER = 'packages/server/src/app'
const sources = new Map(
  readdirSync(FOLDER).map((file) => [file, readFileSync(`${FOLDER}/${file}`, 'utf8')]),
)
console.log(printedParts(partsByProcess(sources)))
