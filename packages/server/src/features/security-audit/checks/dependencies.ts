import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import type { Clock } from '../../../lib/clock.ts'
import { CannotVerify, judged, plural, when } from '../security-checks.rules.ts'
import type { Unseen, Verdict } from '../security-checks.rules.ts'
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
type Package = z.infer<typeof Package>
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
  const { found, differing } = await installedOf(runtime, projectDirectory)
  if (found.length === 0)
    throw new CannotVerify('No package of the lock file is beside the program.')
  const integrity = integrityVerdict(found, await readLock(path.join(projectDirectory, INSTALLED)))
  const node = nodeVerdict(nodeVersion, deps.clock.now())
  return judged(
    [
      ...problem('not in the version of the lock file', differing),
      ...integrity.problems,
      ...node.problems,
    ],
    [
      `${plural(found.length, 'installed package')} compared with the lock file`,
      ...integrity.facts,
      ...node.facts,
    ],
    [...integrity.unverified, ...node.unverified, VULNERABILITIES],
  )
}

const VULNERABILITIES: Unseen = {
  name: 'Known vulnerabilities',
  reason: 'They are published on the internet, where Tenantscope asks nobody but Microsoft.',
  howToVerify:
    'On a machine with internet access, beside package.json and package-lock.json of this release: npm audit --omit=dev',
}

type Locked = readonly (readonly [place: string, Package])[]

/** Which of these packages are on the disk, and the names of those in another version. */
async function installedOf(locked: Locked, directory: string) {
  const found: Locked[number][] = []
  const differing: string[] = []
  for (let start = 0; start < locked.length; start += READ_AT_ONCE)
    await Promise.all(
      locked.slice(start, start + READ_AT_ONCE).map(async (entry) => {
        const [place, { version }] = entry
        const installed = await installedVersion(path.join(directory, place))
        if (installed === null) return
        found.push(entry)
        if (installed !== version) differing.push(place.replace(/^.*node_modules\//u, ''))
      }),
    )
  return { found, differing: differing.toSorted() }
}

/** What the lock file demands against what npm recorded when it installed. */
function integrityVerdict(found: Locked, recorded: ReadonlyMap<string, Package> | null) {
  const demanding = found.filter(([, { integrity }]) => integrity !== undefined)
  const known = demanding.filter(([place]) => recorded?.get(place)?.integrity !== undefined)
  const altered = known
    .filter(([place, { integrity }]) => recorded?.get(place)?.integrity !== integrity)
    .map(([place]) => place)
  const unknown = demanding.length - known.length
  const isAsRecorded = known.length > 0 && altered.length === 0
  return {
    problems: problem('not with the integrity of the lock file', altered.toSorted()),
    facts: when(
      isAsRecorded,
      `${unknown === 0 ? 'their integrity' : `the integrity of ${known.length} of them`} is as npm recorded it`,
    ),
    unverified:
      unknown === 0
        ? []
        : [
            {
              name: 'Integrity of installed packages',
              reason: `npm left no record of the integrity of ${plural(unknown, 'installed package')} (node_modules/.package-lock.json).`,
              howToVerify: 'Install again with npm ci, which leaves that record, and audit again.',
            },
          ],
  }
}

const isForDevelopers = ({ dev, devOptional, link }: Package): boolean =>
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

interface NodeVerdict {
  readonly problems: string[]
  readonly facts: string[]
  readonly unverified: Unseen[]
}

function nodeVerdict(version: string, now: Date): NodeVerdict {
  const major = Number(/^v(\d+)\./u.exec(version)?.[1] ?? 0)
  const ends = NODE_ENDS[major]
  const name = `Node.js ${version}`
  const nothing = { problems: [], facts: [], unverified: [] }
  if (major < OLDEST_NODE) return { ...nothing, problems: [`${name} is out of support`] }
  if (ends === undefined)
    return {
      ...nothing,
      facts: [`the program runs on ${name}`],
      unverified: [
        {
          name: 'Support of Node.js',
          reason: `This release does not know until when ${name} is supported.`,
          howToVerify:
            'Look at the release schedule: https://nodejs.org/en/about/previous-releases',
        },
      ],
    }
  return new Date(ends) < now
    ? { ...nothing, problems: [`the support of ${name} ended on ${ends}`] }
    : { ...nothing, facts: [`${name} is supported until ${ends}`] }
}
