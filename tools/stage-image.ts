import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { billOfMaterials } from './bill-of-materials.ts'
import { isWindows } from './processes.ts'

/**
 * Puts what a container runs into the folder that is named: the server's sources, which Node runs as
 * they are, the built web part, the packages that both need while they run, and a list of them (SBOM).
 * `node tools/stage-image.ts FOLDER`; the web part must be built.
 */

const PACKAGES = ['contract', 'analysis', 'graph-client', 'server'] as const
const SHIPPED: readonly string[] = [...PACKAGES, 'web'].map((name) => `packages/${name}`)
const WITHOUT_DEVELOPERS = ['--omit=dev', '--omit=optional', '--omit=peer'] as const
const KEPT = ['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'NOTICE'] as const

/** Nothing of a package that only people or compilers read. */
const UNREAD =
  /(?:\.map|\.d\.[cm]?ts|\.md|\.markdown|\.tsbuildinfo)$|^(?:test|tests|__tests__|\.github)$/u
/** The browser's builds of pdfkit and standalone builds of others. */
const OF_BROWSERS = ['pdfkit/js/pdfkit.standalone.js', 'luxon/build/global', 'luxon/build/amd']

const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('Name the folder: node tools/stage-image.ts FOLDER')
if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty`)
if (!existsSync('packages/web/dist/index.html'))
  throw new Error('Build the web part first: npm run build')

stage(path.resolve(target))

function stage(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const file of KEPT) cpSync(file, path.join(folder, file))
  // npm needs every workspace of the lock file; what is not named below it does not install.
  for (const workspace of workspaces())
    cpSync(path.join(workspace, 'package.json'), path.join(folder, workspace, 'package.json'))
  for (const name of PACKAGES)
    cpSync(`packages/${name}/src`, path.join(folder, `packages/${name}/src`), {
      recursive: true,
      filter: (file) => !/\.test\.ts$|\/(?:testing|golden)$/u.test(file),
    })
  cpSync('packages/web/dist', path.join(folder, 'packages/web/dist'), { recursive: true })

  const only = PACKAGES.map((name) => `--workspace=packages/${name}`)
  npm(folder, ['ci', '--ignore-scripts', ...WITHOUT_DEVELOPERS, ...only])
  // What the web part is made of is in its files, so it belongs on the list.
  writeFileSync(
    path.join(folder, 'sbom.cdx.json'),
    listContents(folder, [...only, '--workspace=packages/web']),
  )
  for (const workspace of workspaces().filter((each) => !SHIPPED.includes(each)))
    removeWorkspace(folder, workspace)
  prune(path.join(folder, 'node_modules'))
  for (const file of OF_BROWSERS)
    rmSync(path.join(folder, 'node_modules', file), { recursive: true, force: true })
}

function listContents(folder: string, workspaces: readonly string[]): string {
  const ofLockFile = ['--package-lock-only', ...workspaces]
  return billOfMaterials({
    everything: npm(folder, ['sbom', '--sbom-format=cyclonedx', ...ofLockFile]),
    shipped: npm(folder, ['ls', '--all', '--json', ...WITHOUT_DEVELOPERS, ...ofLockFile]),
    nodeVersion: lockedNode(),
  })
}

/** Of the package whose program the Dockerfile takes. */
function lockedNode(): string {
  const Lock = z.object({
    packages: z.record(z.string(), z.object({ version: z.string().optional() })),
  })
  const name = `node-linux-${process.arch}`
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const version = packages[`node_modules/${name}`]?.version
  if (version === undefined) throw new Error(`package-lock.json has no ${name}`)
  return version
}

function workspaces(): string[] {
  return [...readdirSync('packages').map((name) => `packages/${name}`), 'e2e', 'bench']
}

/** npm wanted it there, and links it among the packages where one of ours has it for its tests. */
function removeWorkspace(folder: string, workspace: string): void {
  rmSync(path.join(folder, workspace), { recursive: true })
  rmSync(path.join(folder, 'node_modules/@tenantscope', path.basename(workspace)), { force: true })
}

function npm(cwd: string, args: readonly string[]): string {
  const ran = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    shell: isWindows,
    maxBuffer: 64 * 1_024 * 1_024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (ran.status !== 0) throw new Error(`npm ${args.join(' ')} failed`)
  return ran.stdout
}

function prune(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (UNREAD.test(entry.name)) rmSync(file, { recursive: true })
    else if (entry.isDirectory()) prune(file)
  }
}
