import { endpoints } from '@tenantscope/contract/endpoints'
import { expect, test } from 'vitest'

import { FEATURE_SUBMITS } from './testing/submits/features.tsx'
import { testOneEffect } from './testing/submits/one-effect.ts'

/** What `npm test` clicks twice; `npm run test:all` does it to all, by the tests of testing/submits. */
const FIVE_DIALOGS = [
  'features/scheduled-reports/schedule-editor.tsx',
  'features/scheduled-reports/schedule-list.tsx',
  'features/report-wizard/wizard-content.tsx',
  'features/share-report/share-report-dialog.tsx',
  'features/share-report/over-links.tsx',
]

/**
 * The kit itself; questions whether to discard what was entered, or to leave; and choices for one user of
 * an import, which are sent with the import.
 */
const WITHOUT_REQUEST = [
  'features/report-wizard/report-wizard-dialog.tsx',
  'pages/admin-panel/users/import-assignment.tsx',
  'ui/action-button.tsx',
  'ui/confirm-dialog.tsx',
  'ui/form-dialog.tsx',
  'ui/form/form.tsx',
  'ui/leaving-question.tsx',
  'ui/save-problem.tsx',
  'ui/use-discard-question.tsx',
]

/** Calls that no test below repeats, each with the reason why a double click has one effect. */
const NOT_REPEATED: Readonly<Record<string, string>> = {
  createReportSchedule: 'the Save button of saveReportSchedule',
  createTenantGroup: 'the Save button of saveTenantGroup',
  changePrice: 'the Save button of addPrice',
  setUserAccess: 'the Save button of setUserRole',
  setUserEmail: 'the Save button of setUserRole',
  saveReportSettings: 'the Save button of saveMailSettings',
  savePreferences: 'each field saves the value that it shows',
  signOut: 'a session ends once',
  previewImport: 'reads',
  previewRoleMappings: 'reads',
  checkTenantPermissions: 'reads',
}

/** Counts the forms, questions and action buttons of a source file. */
const submitsIn = (source: string): number =>
  source.match(/<(?:FormDialog|ConfirmDialog|SubmitButton|GuardedForm|ActionButton)\b/gu)?.length ??
  0

const all = Object.entries(
  import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
).map(([path, source]) => ({ file: path.slice('./'.length), source }))
const sources = all.filter(({ file }) => !/^testing\/|\.test\.tsx?$/u.test(file))
const sourceOf = (wanted: string) => sources.find(({ file }) => file === wanted)?.source ?? ''

/** Entries of the lists in testing/submits; those of new forms are in the forms' own tests. */
const SUBMITS = all.flatMap(({ file: path, source }) => {
  const isList = path.startsWith('testing/submits/')
  if (!isList && !path.endsWith('.test.tsx')) return []
  const call = isList ? '' : String.raw`testOneEffect\(\{\s*`
  const entries = new RegExp(`${call}file: '([^']+)',[^}]*?sends: (\\w+)`, 'gu')
  return Array.from(source.matchAll(entries), ([, file = '', sends = '']) => ({ file, sends }))
})

test('every form, question and action button of the application is tested with a double click', () => {
  const found = sources
    .filter(({ file }) => !WITHOUT_REQUEST.includes(file))
    .flatMap(({ file, source }) => Array.from({ length: submitsIn(source) }, () => file))
  const tested = SUBMITS.map(({ file }) => file).filter((file) => submitsIn(sourceOf(file)) > 0)
  expect(tested.toSorted()).toEqual(found.toSorted())
})

test('every call that changes something is tested with a double click, or has a reason not to be', () => {
  const used = endpoints.filter(
    ({ method, name }) =>
      method !== 'GET' &&
      sources.some(({ source }) => new RegExp(`\\b${name}\\b`, 'u').test(source)),
  )
  const tested = new Set(SUBMITS.map(({ sends }) => sends))
  const untested = used.map(({ name }) => name).filter((name) => !tested.has(name))
  expect(untested.toSorted()).toEqual(Object.keys(NOT_REPEATED).toSorted())
})

const fiveDialogs = FEATURE_SUBMITS.filter(({ file }) => FIVE_DIALOGS.includes(file))
for (const submit of fiveDialogs) testOneEffect(submit)

test('five dialogs are clicked twice by npm test', () => {
  expect(fiveDialogs.map(({ file }) => file).toSorted()).toEqual(FIVE_DIALOGS.toSorted())
})
