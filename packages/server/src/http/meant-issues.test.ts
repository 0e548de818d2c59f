import { saveReportSettings } from '@tenantscope/contract/branding'
import { ReportScheduleInput } from '@tenantscope/contract/report-schedules'
import { saveRoleMappings } from '@tenantscope/contract/role-mappings'
import { ImportChoice } from '@tenantscope/contract/user-import'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { meantIssues } from './meant-issues.ts'

const mappings = saveRoleMappings.body
const logo = saveReportSettings.body.shape.logo
const recurrence = ReportScheduleInput.shape.recurrence
const nested = z.object({ of: z.union([z.literal('all'), z.array(ImportChoice)]) })

const good = {
  id: 'a',
  microsoftRole: '729827e3-9c14-49f7-bb1b-9608f156bbb8',
  localRole: 'viewer',
}

test.each([
  [
    mappings,
    { mappings: [good, { ...good, id: 'b', localRole: 'king' }] },
    ['mappings.1.localRole'],
  ],
  [mappings, [good, { ...good, id: 'b', localRole: 'king' }], ['1.localRole']],
  [mappings, [{ id: 'a' }, good], ['0.microsoftRole', '0.localRole']],
  [mappings, { mappings: [{ ...good, enabled: 'yes' }] }, ['mappings.0.enabled']],
  [mappings, { mappings: [good], version: 'last' }, ['version']],
  [mappings, { mappings: [good, good] }, ['mappings']],
  [mappings, { version: 1 }, ['mappings']],
  [mappings, 'all of them', ['']],
  [ImportChoice, { groupId: 'x' }, ['groupId']],
  [ImportChoice, { microsoftIds: [] }, ['microsoftIds']],
  [ImportChoice, { microsoftIds: [good.microsoftRole, 'x'] }, ['microsoftIds.1']],
  [ImportChoice, {}, ['microsoftIds']],
  [logo, { mediaType: 'image/gif', base64: '' }, ['mediaType']],
  [logo, 'drop', ['']],
  [recurrence, { frequency: 'daily' }, ['frequency']],
  [recurrence, { frequency: 'weekly', weekday: 8 }, ['weekday']],
  [nested, { of: [{ groupId: 7 }] }, ['of.0.groupId']],
  [nested, { of: 'some' }, ['of']],
] as const)('of several forms the one that was meant says what is wrong (%#)', (...given) => {
  const [schema, value, fields] = given
  const issues = schema.safeParse(value).error?.issues ?? []
  expect(
    issues.flatMap((issue) => meantIssues(issue, value)).map(({ path }) => path.join('.')),
  ).toEqual(fields)
})
