import { expect, test } from 'vitest'

import { tableRefusal } from './tables.ts'

const refusalIn = (path: string, text: string) => tableRefusal(`packages/web/src/${path}`, text)

test.each([
  '<table className={styles.table}>',
  '<table>',
  '<div role="grid" aria-label="Tenants">',
  '<div\n  role="table"\n>',
  '<DataGrid items={rows}>',
  "createElement('table')",
])('a table outside DataTable is refused: %s', (text) => {
  expect(refusalIn('pages/tenant/new-list.tsx', text)).toContain('DataTable')
})

test('DataTable, types of tables and tests are accepted', () => {
  expect(refusalIn('pages/a.tsx', '<DataTable rows={rows} /> as Table<Row>')).toBeUndefined()
  expect(refusalIn('ui/data-table.tsx', '<table>')).toBeUndefined()
  expect(refusalIn('pages/a.test.tsx', '<table>')).toBeUndefined()
  expect(tableRefusal('packages/server/src/a.ts', '<table>')).toBeUndefined()
})

test('a listed file without a table is refused', () => {
  expect(refusalIn('ui/data-table.tsx', '<div />')).toContain('must not list it')
})
