import path from 'node:path'

import { z } from 'zod'

import type { Clock } from '../../../lib/clock.ts'
import { readIfPresent } from '../../../lib/durable-file.ts'
import { CannotVerify, fact, judged, plural, problem } from '../security-checks.rules.ts'
import type { Finding, Unseen, Verdict } from '../security-checks.rules.ts'

const LOCK_FILE = 'package-lock.json'
/** npm's record of installed packages. */
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
  if (locked === null) throw new CannotVerify(`${LOCK_FILE} was not found next to the program.`)
  const runtime = [...locked].filter(
    ([place, each]) => place.includes('node_modules/') && !isForDevelopers(each),
  )
  const { found, differing } = await installedOf(runtime, projectDirectory)
  if (found.length === 0)
    throw new CannotVerify('No package of the lock file is installed next to the program.')
  const integrity = integrityVerdict(found, await readLock(path.join(projectDirectory, INSTALLED)))
  const node = nodeVerdict(nodeVersion, deps.clock.now())
  return judged(
    [
      problemOf('not in the version of the lock file', differing),
      fact(`${plural(found.length, 'installed package')} compared with the lock file`),
      ...integrity.findings,
      node.finding,
    ],
    [...integrity.unverified, ...node.unverified, VULNERABILITIES],
  )
}

const VULNERABILITIES: Unseen = {
  name: 'Known vulnerabilities',
  reason: 'They are published on the internet, and Tenantscope connects to Microsoft only.',
  howToVerify:
    'On a machine with internet access, beside package.json and package-lock.json of this release: npm audit --omit=dev',
}

type Locked = readonly (readonly [place: string, Package])[]

/** Counts the installed packages and lists those in a different version. */
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

/** Compares the lock file with npm's record of the installation. */
function integrityVerdict(found: Locked, recorded: ReadonlyMap<string, Package> | null) {
  const demanding = found.filter(([, { integrity }]) => integrity !== undefined)
  const known = demanding.filter(([place]) => recorded?.get(place)?.integrity !== undefined)
  const altered = known
    .filter(([place, { integrity }]) => recorded?.get(place)?.integrity !== integrity)
    .map(([place]) => place)
  const unknown = demanding.length - known.length
  const isAsRecorded = known.length > 0 && altered.length === 0
  const which = unknown === 0 ? 'their integrity' : `the integrity of ${known.length} of them`
  return {
    findings: [
      problemOf('not with the integrity of the lock file', altered.toSorted()),
      isAsRecorded && fact(`${which} is as npm recorded it`),
    ],
    unverified:
      unknown === 0
        ? []
        : [
            {
              name: 'Integrity of installed packages',
              reason: `npm recorded no integrity for ${plural(unknown, 'installed package')} (node_modules/.package-lock.json).`,
              howToVerify: 'Install again with npm ci, which leaves that record, and audit again.',
            },
          ],
  }
}

const isForDevelopers = ({ dev, devOptional, link }: Package): boolean =>
  dev === true || devOptional === true || link === true

const problemOf = (what: string, names: readonly string[]) =>
  names.length > 0 &&
  problem(`${plural(names.length, 'package')} ${what}: ${names.slice(0, NAMED).join(', ')}`)

async function readLock(file: string) {
  const text = await readIfPresent(file)
  return text === null ? null : new Map(Object.entries(Lock.parse(JSON.parse(text)).packages))
}

async function installedVersion(directory: string): Promise<string | null> {
  const text = await readIfPresent(path.join(directory, 'package.json'))
  return text === null ? null : Manifest.parse(JSON.parse(text)).version
}

function nodeVerdict(version: string, now: Date): { finding: Finding; unverified: Unseen[] } {
  const major = Number(/^v(\d+)\./u.exec(version)?.[1] ?? 0)
  const ends = NODE_ENDS[major]
  const name = `Node.js ${version}`
  if (major < OLDEST_NODE) return { finding: problem(`${name} is out of support`), unverified: [] }
  if (ends === undefined)
    return {
      finding: fact(`the program runs on ${name}`),
      unverified: [
        {
          name: 'Support of Node.js',
          reason: `The end of support of ${name} is unknown to this release.`,
          howToVerify: 'Check the release schedule: https://nodejs.org/en/about/previous-releases',
        },
      ],
    }
  const finding =
    new Date(ends) < now
      ? problem(`the support of ${name} ended on ${ends}`)
      : fact(`${name} is supported until ${ends}`)
  return { finding, unverified: [] }
}
