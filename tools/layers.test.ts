import { expect, test } from 'vitest'

import { circlesIn, importsOf, refusalOf } from './layers.ts'

const between = (from: string, to: string, options = { isTypeOnly: false, names: '' }) =>
  refusalOf({ from: `packages/${from}`, to: `packages/${to}`, ...options })

test.each([
  ['contract/src/a.ts', 'analysis/src/b.ts'],
  ['web/src/lib/a.ts', 'server/src/lib/b.ts'],
  ['graph-sim/src/a.ts', 'graph-client/src/b.ts'],
  ['server/src/db/a.ts', 'server/src/http/b.ts'],
  ['server/src/http/a.ts', 'server/src/jobs/b.ts'],
  ['server/src/lib/a.ts', 'server/src/testing/b.ts'],
  ['server/src/features/auth/auth.service.ts', 'server/src/features/tenants/tenants.service.ts'],
  ['server/src/features/tenants/tenants.service.ts', 'server/src/features/auth/auth.service.ts'],
  ['server/src/features/tenants/tenants.repo.ts', 'server/src/features/tenants/tenants.service.ts'],
  ['web/src/pages/login/a.tsx', 'web/src/pages/tenant/b.tsx'],
  ['web/src/features/refresh/a.tsx', 'web/src/features/search/b.tsx'],
  ['web/src/ui/a.tsx', 'web/src/features/refresh/b.tsx'],
])('%s may not import %s', (from, to) => {
  expect(between(from, to)).toBeTypeOf('string')
})

test.each([
  ['analysis/src/a.ts', 'contract/src/b.ts'],
  ['server/src/features/a/a.routes.ts', 'server/src/http/mount.ts'],
  ['server/src/features/a/a.service.ts', 'server/src/features/a/a.repo.ts'],
  ['server/src/x.test.ts', 'graph-sim/src/simulator.ts'],
  ['web/src/pages/login/a.tsx', 'web/src/ui/b.tsx'],
])('%s may import %s', (from, to) => {
  expect(between(from, to)).toBeUndefined()
})

test('a feature may import the type of a lower feature, never its code', () => {
  const [from, to] = [
    'server/src/features/tenants/tenants.service.ts',
    'server/src/features/azure/azure.service.ts',
  ] as const
  expect(between(from, to, { isTypeOnly: true, names: '' })).toBeUndefined()
  expect(between(from, to)).toBeTypeOf('string')
})

test('only the tenants and refresh features may create a TenantAccess', () => {
  const options = { isTypeOnly: false, names: '{ grantTenantAccess }' }
  expect(
    between('server/src/features/auth/auth.service.ts', 'server/src/lib/tenant-access.ts', options),
  ).toBeTypeOf('string')
  expect(
    between(
      'server/src/features/tenants/tenants.service.ts',
      'server/src/lib/tenant-access.ts',
      options,
    ),
  ).toBeUndefined()
})

test('files that import each other in a circle are found, and no others', () => {
  const imports = { top: ['a'], a: ['b'], b: ['c', 'leaf'], c: ['a'], leaf: ['outside'] }
  expect(circlesIn(new Map(Object.entries(imports)))).toEqual(['a', 'b', 'c'])
  expect(
    circlesIn(
      new Map([
        ['a', ['b']],
        ['b', []],
      ]),
    ),
  ).toEqual([])
})

test('every form of import is found', () => {
  const text = [
    "import { a } from './a.ts'",
    "import type {\n  B,\n} from './b.ts'",
    "import './c.ts'",
    "const d = await import('./d.ts')",
    "export { e } from './e.ts'",
  ].join('\n')
  expect(
    importsOf(text)
      .map(({ specifier }) => specifier)
      .toSorted(),
  ).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts'])
  expect(importsOf(text).find(({ specifier }) => specifier === './b.ts')?.isTypeOnly).toBe(true)
})
