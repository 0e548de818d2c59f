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
 * Copies the content of the container image to a folder: the server's sources, which Node runs directly,
 * the built web part, the runtime packages, and a bill of materials (SBOM).
 * `node tools/stage-image.ts FOLDER`; the web part must be built.
 */

const PACKAGES = ['contract', 'analysis', 'graph-client', 'server'] as const
const SHIPPED: readonly string[] = [...PACKAGES, 'web'].map((name) => `packages/${name}`)
const WITHOUT_DEVELOPERS = ['--omit=dev', '--omit=optional', '--omit=peer'] as const
const KEPT = ['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'NOTICE'] as const

/** Files of packages that are not needed at run time. */
const NOT_NEEDED =
  /(?:\.map|\.d\.[cm]?ts|\.md|\.markdown|\.tsbuildinfo)$|^(?:test|tests|__tests__|\.github)$/u
/** Browser builds and standalone builds of packages. */
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
  // npm needs every workspace of the lock file, but installs only those named below.
  for (const workspace of workspaces())
    cpSync(path.join(workspace, 'package.json'), path.join(folder, workspace, 'package.json'))
  for (const name of PACKAGES)
    cpSync(`packages/${name}/src`, path.join(folder, `packages/${name}/src`), {
      recursive: true,
      filter: (file) => !/\.test\.ts$|\/testing$/u.test(file),
    })
  cpSync('packages/web/dist', path.join(folder, 'packages/web/dist'), { recursive: true })

  const only = PACKAGES.map((name) => `--workspace=packages/${name}`)
  npm(folder, ['ci', '--ignore-scripts', ...WITHOUT_DEVELOPERS, ...only])
  // The bundles of the web part contain its packages, so the bill lists them.
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

/** Returns the version of the package from which the Dockerfile copies Node. */
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

/** Removes a workspace that only npm needed, and its link in node_modules. */
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
    if (NOT_NEEDED.test(entry.name)) rmSync(file, { recursive: true })
    else if (entry.isDirectory()) prune(file)
  }
}
