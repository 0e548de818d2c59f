import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import type { Clock } from '../../../lib/clock.ts'
import { CannotVerify, judged, plural } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import { isMissing } from './file-modes.ts'

const LOCK_FILE = 'package-lock.json'
/** What npm writes about what it really installed. */
const INSTALLED = path.join('node_modules', '.package-lock.json')
const READ_AT_ONCE = 16
const NAMED = 5

/** Days on which support ends (nodejs.org, Release schedule). */
const NODE_ENDS: Readonly<Record<number, string>> = {
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
}
const OLDEST_NODE = 24

const Package = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  link: z.boolean().optional(),
})
const Lock = z.object({ packages: z.record(z.string(), Package) })
const Manifest = z.object({ version: z.string() })

/** The packages on this disk against the lock file, and the running version of Node.js. */
export async function checkDependencies(deps: {
  projectDirectory: string
  nodeVersion: string
  clock: Clock
}): Promise<Verdict> {
  const { projectDirectory, nodeVersion } = deps
  const locked = await readLock(path.join(projectDirectory, LOCK_FILE))
  if (locked === null)
    throw new CannotVerify(`There is no ${LOCK_FILE} beside the program to compare with.`)
  const runtime = [...locked].filter(
    ([place, each]) => place.includes('node_modules/') && !isForDevelopers(each),
  )
  const differing: string[] = []
  let found = 0
  for (let start = 0; start < runtime.length; start += READ_AT_ONCE)
    await Promise.all(
      runtime.slice(start, start + READ_AT_ONCE).map(async ([place, { version }]) => {
        const installed = await installedVersion(path.join(projectDirectory, place))
        if (installed === null) return
        found += 1
        if (installed !== version) differing.push(place.replace(/^.*node_modules\//u, ''))
      }),
    )
  if (found === 0) throw new CannotVerify('No package of the lock file is beside the program.')
  const recorded = await readLock(path.join(projectDirectory, INSTALLED))
  const altered = runtime.filter(([place, { integrity }]) => {
    const ours = recorded?.get(place)?.integrity
    return ours !== undefined && ours !== integrity
  })
  const node = nodeVerdict(nodeVersion, deps.clock.now())
  return judged(
    [
      ...problem('not in the version of the lock file', differing.toSorted()),
      ...problem(
        'not with the integrity of the lock file',
        altered.map(([place]) => place),
      ),
      ...node.problems,
    ],
    [
      `${plural(found, 'installed package')} compared with the lock file`,
      recorded === null
        ? 'not verified: their integrity, since npm left no record of it'
        : 'their integrity is as npm recorded it',
      ...node.facts,
      'not verified: known vulnerabilities, which cannot be looked up without the internet (npm audit)',
    ],
  )
}

const isForDevelopers = ({ dev, devOptional, link }: z.infer<typeof Package>): boolean =>
  dev === true || devOptional === true || link === true

const problem = (what: string, names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [`${plural(names.length, 'package')} ${what}: ${names.slice(0, NAMED).join(', ')}`]

async function readLock(file: string) {
  const text = await textOf(file)
  return text === null ? null : new Map(Object.entries(Lock.parse(JSON.parse(text)).packages))
}

async function installedVersion(directory: string): Promise<string | null> {
  const text = await textOf(path.join(directory, 'package.json'))
  return text === null ? null : Manifest.parse(JSON.parse(text)).version
}

const textOf = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

function nodeVerdict(version: string, now: Date) {
  const major = Number(/^v(\d+)\./u.exec(version)?.[1] ?? 0)
  const ends = NODE_ENDS[major]
  const name = `Node.js ${version}`
  if (major < OLDEST_NODE) return { problems: [`${name} is out of support`], facts: [] }
  if (ends === undefined)
    return { problems: [], facts: [`not verified: until when ${name} is supported`] }
  return new Date(ends) < now
    ? { problems: [`the support of ${name} ended on ${ends}`], facts: [] }
    : { problems: [], facts: [`${name} is supported until ${ends}`] }
}
