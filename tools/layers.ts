/** The directions in which imports may run, as data. ARCHITECTURE.md prints them; `npm run check` holds them. */

/** Our packages, and which of ours each may import. Test code may also start the simulator. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  analysis: ['contract'],
  'graph-client': [],
  'graph-sim': [],
  server: ['contract', 'analysis', 'graph-client'],
  web: ['contract', 'analysis'],
}

/** Folders or files of a package from top to bottom; an import runs downwards or stays in its layer. */
const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
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
const FEATURES = [
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

/** The only files that may make a TenantAccess. */
const TENANT_ACCESS_MAKERS = ['features/tenants/', 'features/refresh/'] as const

/** Roles within a feature, from top to bottom; `rules` may be used by all of them. */
const ROLES = ['routes', 'job', 'service', 'repo', 'rules'] as const

interface Import {
  readonly from: string
  readonly to: string
  readonly isTypeOnly: boolean
  readonly names: string
}

/** Why this import runs in a forbidden direction, or undefined. Paths are relative to the project. */
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

/** Every import of a source text; dynamic ones count as the static ones do. */
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
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/')
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
  if (levelOf(from) < 0) return `${source.path} stands in no layer`
  if (levelOf(to) < 0) return `${target.path} stands in no layer`
  if (levelOf(to) < levelOf(from)) return `${from} may not import ${to}: imports run downwards`
  return levelOf(to) === levelOf(from) && from !== to
    ? `${from} and ${to} are neighbours`
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
  if (!order.includes(from)) return `feature ${from} stands in no order`
  if (order.indexOf(to) < order.indexOf(from)) return `feature ${from} stands below ${to}`
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
  return TENANT_ACCESS_MAKERS.some((maker) => from.includes(maker))
    ? undefined
    : 'only the tenants feature and the jobs may make a TenantAccess'
}
