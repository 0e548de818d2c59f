/** The files of the web app that contain a table, each with the reason why it is not `DataTable`. */
export const TABLES: Readonly<Record<string, string>> = {
  'ui/data-table.tsx': 'DataTable itself',
  'ui/data-table-virtual.tsx': 'DataTable whose rows exist only in sight',
  'pages/tenant/matrix/matrix-grid.tsx': 'the license matrix: rows and columns exist only in sight',
  'pages/posture/matrix-grid.tsx': 'the posture matrix: rows and columns exist only in sight',
  'pages/shared-report/report-table.tsx': 'customers open this page, whose size has a limit',
}

const TABLE =
  /<(?:table|Table|DataGrid)[\s>]|role="(?:table|grid|treegrid)"|createElement\('table'|display: '(?:inline-)?table'/u

/** Returns why a file of the web app may not contain its table, or undefined. */
export function tableRefusal(file: string, text: string): string | undefined {
  const path = /^packages\/web\/src\/(.+\.tsx?)$/u.exec(file)?.[1]
  if (path === undefined || /^testing\/|\.test\.tsx?$/u.test(path)) return undefined
  const hasTable = TABLE.test(text)
  if (Object.hasOwn(TABLES, path))
    return hasTable ? undefined : 'it has no table, so tools/tables.ts must not list it'
  return hasTable ? 'tables are made with DataTable of packages/web/src/ui' : undefined
}
