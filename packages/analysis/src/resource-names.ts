/**
 * Words and well-known applications among the resources of a policy, by lower-case id (Microsoft,
 * "Verify first-party Microsoft applications in sign-in reports").
 */
export const RESOURCE_NAMES: ReadonlyMap<string, string> = new Map([
  ['all', 'All resources'],
  ['none', 'None'],
  ['office365', 'Office 365'],
  ['microsoftadminportals', 'Microsoft admin portals'],
  ['00000002-0000-0ff1-ce00-000000000000', 'Office 365 Exchange Online'],
  ['00000003-0000-0ff1-ce00-000000000000', 'Office 365 SharePoint Online'],
  ['00000003-0000-0000-c000-000000000000', 'Microsoft Graph'],
  ['00000002-0000-0000-c000-000000000000', 'Windows Azure Active Directory'],
  ['cc15fd57-2c6c-4117-a88c-83b1d56b4bbe', 'Microsoft Teams Services'],
  ['797f4846-ba00-4fd7-ba43-dac1f8f63013', 'Windows Azure Service Management API'],
  ['0000000a-0000-0000-c000-000000000000', 'Microsoft Intune'],
  ['d4ebce55-015a-49b5-a083-c84d1797ae8c', 'Microsoft Intune Enrollment'],
  ['00000009-0000-0000-c000-000000000000', 'Power BI Service'],
  ['00000005-0000-0000-c000-000000000000', 'Yammer'],
])
