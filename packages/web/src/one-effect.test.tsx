import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ADMINISTRATION_SUBMITS } from './testing/submits/administration.tsx'
import { FEATURE_SUBMITS } from './testing/submits/features.tsx'
import { PAGE_SUBMITS } from './testing/submits/pages.tsx'
import { findButton } from './testing/submits/submit.tsx'
import { TENANT_SECURITY_SUBMITS } from './testing/submits/tenant-security.tsx'

const SUBMITS = [
  ...FEATURE_SUBMITS,
  ...PAGE_SUBMITS,
  ...TENANT_SECURITY_SUBMITS,
  ...ADMINISTRATION_SUBMITS,
]

/**
 * The kit itself; questions whether to discard what was entered, or to leave; and choices for one user of
 * an import, which are sent with the import.
 */
const WITHOUT_REQUEST = [
  'features/report-wizard/report-wizard-dialog.tsx',
  'pages/admin-panel/users/import-assignment.tsx',
  'ui/confirm-dialog.tsx',
  'ui/form-dialog.tsx',
  'ui/form/form.tsx',
  'ui/leaving-question.tsx',
  'ui/use-discard-question.tsx',
]

/** Counts the forms and questions of a source file, and the action buttons of its dialogs. */
function submitsIn(source: string): number {
  const parts = source.match(/<(?:FormDialog|ConfirmDialog|SubmitButton|GuardedForm)\b/gu) ?? []
  const actions = source.includes('<DialogActions') ? (source.match(/<ActionButton\b/gu) ?? []) : []
  return parts.length + actions.length
}

test('every form and every question of the application is in the table below', () => {
  const sources = import.meta.glob<string>(['./**/*.tsx', '!./**/*.test.tsx', '!./testing/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const found = Object.entries(sources)
    .map(([path, source]) => ({ file: path.slice('./'.length), source }))
    .filter(({ file }) => !WITHOUT_REQUEST.includes(file))
    .flatMap(({ file, source }) => Array.from({ length: submitsIn(source) }, () => file))
  expect(SUBMITS.map(({ file }) => file).toSorted()).toEqual(found.toSorted())
})

test.each(SUBMITS)('a double click on $button in $file sends once', async (submit) => {
  const { open, button, sends } = submit
  const { server } = await open()
  // No answer is required: the request is held.
  server.refuse(sends, { status: 500, code: 'INTERNAL', message: 'Not asked for.' })
  const sentBefore = server.requestsTo(sends).length
  server.hold(sends)
  const main = await findButton(button)
  const actions = main.parentElement
  const place = Array.from(actions?.children ?? []).indexOf(main)
  // Both clicks arrive before the screen follows, as on a busy computer.
  await act(async () => {
    for (const detail of [1, 2]) main.dispatchEvent(clickOf(detail))
  })
  await waitFor(() => expect(server.requestsTo(sends).length).toBeGreaterThan(sentBefore))
  // A third click comes while the request runs.
  await act(async () => {
    main.dispatchEvent(clickOf(1))
  })
  expect(server.requestsTo(sends)).toHaveLength(sentBefore + 1)
  // The button keeps its place, where Cancel would otherwise take the next click; or all buttons are gone.
  const isGone = actions?.isConnected !== true
  expect(isGone || actions.children[place] === main).toBe(true)
})

const clickOf = (detail: number) =>
  new MouseEvent('click', { bubbles: true, cancelable: true, detail })
