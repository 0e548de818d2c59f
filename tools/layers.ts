/** The allowed import directions. `npm run fix` writes them into ARCHITECTURE.md; `npm run check` enforces them. */

/** The packages, and which other packages each may import. Test code may also start the simulator. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  analysis: ['contract'],
  'graph-client': ['contract'],
  'graph-sim': [],
  server: ['contract', 'analysis', 'graph-client'],
  web: ['contract', 'analysis'],
}

/** Folders or files of a package from top to bottom; imports go downwards or stay in their layer. */
export const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'graph-client': [['read'], ['engine']],
  server: [
    ['main', 'worker', 'bin'],
    ['app'],
    ['features'],
    ['http', 'jobs'],
    ['db'],
    ['config'],
    ['lib'],
  ],
  web: [['main', 'shared-main'], ['routes'], ['pages'], ['features'], ['ui'], ['lib']],
}

/** The server's features from top to bottom: one may only `import type` a lower feature's service. */
export const FEATURES = [
  'notifications',
  'shares',
  'report-schedules',
  'reports',
  'security-audit',
  'system',
  'search',
  'onboarding',
  'consent',
  'activity',
  'posture',
  'refresh',
  'tenants',
  'tenant-groups',
  'sync-runs',
  'licenses',
  'azure',
  'auth',
  'second-factor',
  'users',
  'role-mappings',
  'preferences',
  'settings',
  'mail',
  'audit-log',
] as const

/** The only folders that may create a TenantAccess. */
const TENANT_ACCESS_CREATORS = ['features/tenants/', 'features/refresh/'] as const

/** Roles within a feature, from top to bottom; `rules` may be used by all of them. */
const ROLES = ['routes', 'job', 'service', 'repo', 'rules'] as const

interface Import {
  readonly from: string
  readonly to: string
  readonly isTypeOnly: boolean
  readonly names: string
}

/** Returns why this import is forbidden, or undefined. Paths are relative to the project. */
export function refusalOf({ from, to, isTypeOnly, names }: Import): string | undefined {
  const source = placeOf(from)
  const target = placeOf(to)
  if (source === undefined || target === undefined) return undefined
  if (source.packageName !== target.packageName)
    return packageRefusal(from, source.packageName, target.packageName)
  if (isTestCode(from)) return undefined
  if (isTestCode(to)) return 'only tests may import test code'
  return (
    layerRefusal(source, target) ??
    featureRefusal(source, target, isTypeOnly) ??
    pageRefusal(source, target) ??
    accessRefusal(from, names)
  )
}

/** Returns the files that import each other in a circle, types included, and those between two circles. */
export function circlesIn(importsByFile: ReadonlyMap<string, readonly string[]>): string[] {
  let left = importsByFile
  for (;;) {
    const imported = new Set([...left.values()].flat())
    const kept = [...left].filter(
      ([file, targets]) => imported.has(file) && targets.some((target) => left.has(target)),
    )
    if (kept.length === left.size) return [...left.keys()]
    left = new Map(kept)
  }
}

/** Returns every import of a source text, dynamic ones too. */
export function importsOf(
  text: string,
): { specifier: string; isTypeOnly: boolean; names: string }[] {
  const statements = text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s+'([^']+)'/gm,
  )
  const bare = text.matchAll(/(?:^\s*import\s+|import\(\s*)'([^']+)'/gm)
  return [
    ...Array.from(statements, ([, type, names, specifier]) => ({
      specifier: specifier ?? '',
      isTypeOnly: type !== undefined,
      names: names ?? '',
    })),
    ...Array.from(bare, ([, specifier]) => ({
      specifier: specifier ?? '',
      isTypeOnly: false,
      names: '',
    })),
  ]
}

interface Place {
  readonly packageName: string
  /** Path below the package's src. */
  readonly path: string
}

function placeOf(file: string): Place | undefined {
  const [, packageName, path] = /^packages\/([^/]+)\/src\/(.+)$/.exec(file) ?? []
  return packageName === undefined || path === undefined ? undefined : { packageName, path }
}

function isTestCode(file: string): boolean {
  return /\.(?:test|cases)\.tsx?$/.test(file) || file.includes('/testing/')
}

function packageRefusal(from: string, source: string, target: string): string | undefined {
  if (PACKAGES[source]?.includes(target) === true) return undefined
  if (isTestCode(from) && target === 'graph-sim') return undefined
  return `package ${source} may not import ${target}`
}

function layerRefusal(source: Place, target: Place): string | undefined {
  const layers = LAYERS[source.packageName]
  if (layers === undefined) return undefined
  const [from, to] = [source, target].map(
    ({ path }) => path.split('/')[0]?.replace(/\.tsx?$/, '') ?? '',
  )
  const levelOf = (name: string | undefined): number =>
    layers.findIndex((layer) => layer.includes(name ?? ''))
  if (levelOf(from) < 0) return `${source.path} is in no layer`
  if (levelOf(to) < 0) return `${target.path} is in no layer`
  if (levelOf(to) < levelOf(from)) return `${from} may not import ${to}: imports go downwards`
  return levelOf(to) === levelOf(from) && from !== to
    ? `${from} and ${to} are in the same layer`
    : undefined
}

function featureRefusal(source: Place, target: Place, isTypeOnly: boolean): string | undefined {
  if (source.packageName !== 'server') return undefined
  const [from, to] = [featureOf(source), featureOf(target)]
  if (from === undefined || to === undefined) return undefined
  if (from !== to)
    return betweenFeatures(from, to, isTypeOnly && target.path.endsWith('.service.ts'))
  const [fromRole, toRole] = [roleOf(source), roleOf(target)]
  if (fromRole === undefined || toRole === undefined) return undefined
  return ROLES.indexOf(toRole) < ROLES.indexOf(fromRole)
    ? `a ${fromRole} may not import a ${toRole}`
    : undefined
}

function betweenFeatures(from: string, to: string, isServiceType: boolean): string | undefined {
  const order: readonly string[] = FEATURES
  if (!order.includes(from)) return `feature ${from} is not in the order of features`
  if (order.indexOf(to) < order.indexOf(from)) return `feature ${from} is below ${to}`
  return isServiceType ? undefined : `feature ${from} may only import type from ${to}'s service`
}

function featureOf({ path }: Place): string | undefined {
  return /^features\/([^/]+)\//.exec(path)?.[1]
}

function roleOf({ path }: Place): (typeof ROLES)[number] | undefined {
  return ROLES.find((role) => path.endsWith(`.${role}.ts`))
}

function pageRefusal(source: Place, target: Place): string | undefined {
  if (source.packageName !== 'web') return undefined
  const folderOf = ({ path }: Place): string | undefined =>
    /^(pages|features)\/[^/]+\//.exec(path)?.[0]
  const [from, to] = [folderOf(source), folderOf(target)]
  if (from === undefined || to === undefined || from === to) return undefined
  return from.split('/')[0] === to.split('/')[0] ? `${from} may not import ${to}` : undefined
}

function accessRefusal(from: string, names: string): string | undefined {
  if (!/\bgrantTenantAccess\b/.test(names)) return undefined
  return TENANT_ACCESS_CREATORS.some((folder) => from.includes(folder))
    ? undefined
    : 'only the tenants and refresh features may create a TenantAccess'
}
