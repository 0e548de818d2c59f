import { measureCalls } from '../calls.ts'

// `npm run bench:administration`: what the screens of administration ask for first, of an installation
// with many people and long trails.

const PEOPLE = 5_000
const RECORDS = 100_000
/** Global Reader, by its template: what the previewed mapping looks for. */
const MAPPED_ROLE = 'f2ef992c-3afb-46b9-b7cf-a126ee74c451'
const PREVIEWED = {
  mappings: [{ id: 'readers', microsoftRole: MAPPED_ROLE, localRole: 'technician' }],
}

await measureCalls({
  goalMs: 300,
  holds: `${PEOPLE} people, ${RECORDS} acts, ${RECORDS} sign-ins`,
  seed: 'bench/administration/seed.ts',
  seedArguments: [`${PEOPLE}`, `${RECORDS}`, MAPPED_ROLE],
  calls: [
    ['people, first page', '/api/admin/all-users'],
    ['people, one found by name', '/api/admin/all-users?q=person%204321'],
    ['audit, first page', '/api/admin/audit'],
    ['audit, of one kind', '/api/admin/audit?type=data'],
    ['audit, a text in few records', '/api/admin/audit?q=rarely'],
    ['audit, a text in all records', '/api/admin/audit?q=preferences'],
    ['audit, a text in no record', '/api/admin/audit?q=absent'],
    ['audit, counts of 30 days', '/api/admin/audit/counts'],
    ['sign-ins, first page', '/api/admin/login-audit'],
    ['sign-ins, of one address', '/api/admin/login-audit?email=person42%40'],
    ['license log, 25', '/api/admin/license-visibility-log?limit=25'],
    ['license log, 100', '/api/admin/license-visibility-log?limit=100'],
    ['activity of a user with 10,000 acts', '/api/admin/users/1/activity'],
    ['counts of people and tenants', '/api/admin/stats'],
    ['who would get what', '/api/admin/role-mappings/preview', PREVIEWED],
  ],
})
