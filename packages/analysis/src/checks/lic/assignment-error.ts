import { countedAs } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import { isEnabled } from '../derived.ts'
import { judgePeople, LICENSES_NOT_READ } from './licenses.ts'
const FAILED = new Set(['error', 'activewitherror'])

export const assignmentError = defineCheck({
  id: 'lic.assignment-error',
  version: 1,
  title: 'Every license assignment has succeeded',
  severity: 'high',
  why: 'An assignment that failed leaves a person without services. Frequent causes are missing seats, conflicting services and a missing usage location.',
  fix: [
    'In the Microsoft Entra admin center open Billing > Licenses and the product.',
    'Look at the users and groups with errors, and at the reason of each.',
    'Remove the cause and process the license again.',
  ],
  effort: 'hours',
  userImpact: 'People get the services that they were to have.',
  references: [],
  licence: null,
  needs: ['users'],
  judge: ({ users }) =>
    judgePeople(users.filter(isEnabled), {
      isFound: ({ licenseAssignmentStates }) =>
        licenseAssignmentStates?.some(({ state }) => FAILED.has(state?.toLowerCase() ?? '')) ??
        null,
      passed: 'Every license assignment has succeeded.',
      failed: (people) =>
        `License assignments of ${countedAs(people, 'person', 'people')} have failed.`,
      notRead: LICENSES_NOT_READ,
    }),
})
