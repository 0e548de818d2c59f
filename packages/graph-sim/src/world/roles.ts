/** Directory roles: Microsoft's role template ids (page "Microsoft Entra built-in roles"). */
export const ROLE_TEMPLATES = {
  'Global Administrator': '62e90394-69f5-4237-9190-012177145e10',
  'Global Reader': 'f2ef992c-3afb-46b9-b7cf-a126ee74c451',
  'Helpdesk Administrator': '729827e3-9c14-49f7-bb1b-9608f156bbb8',
  'User Administrator': 'fe930be7-5e62-47db-91af-98c3a49a38b1',
  'License Administrator': '4d6ac14f-3453-41d0-bef9-a3e0c569773a',
  'Security Reader': '5d6b6bb7-de71-4623-b4af-96380a352509',
  'Exchange Administrator': '29232cdf-9323-42fd-ade2-1d097af3e4de',
  'Billing Administrator': 'b0f54661-2d74-4c50-afa3-1ec803f12efe',
  'Application Administrator': '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3',
  'Authentication Administrator': 'c4e39bd9-1100-46d3-8c65-fb160da0071f',
  'Cloud Application Administrator': '158c047a-c907-4556-b7ef-446551a6b5f7',
  'Cloud Device Administrator': '7698a772-787b-4ac8-901f-60d6b08affd2',
  'Compliance Administrator': '17315797-102d-40b4-93e0-432062caca18',
  'Conditional Access Administrator': 'b1be1c3e-b65d-4f19-8427-f6fa0d97feb9',
  'Directory Readers': '88d8e3e3-8f55-4a1e-953a-9b9898b8876b',
  'Directory Writers': '9360feb5-f418-4baa-8175-e2a00bac4301',
  'Domain Name Administrator': '8329153b-31d0-4727-b945-745eb3bc5f31',
  'Fabric Administrator': 'a9ea8996-122f-4c74-9520-8edcd192826c',
  'Groups Administrator': 'fdd7a751-b60b-444a-984c-02652fe8fa1c',
  'Guest Inviter': '95e79109-95c0-4d8e-aee3-d01accf2d47b',
  'Hybrid Identity Administrator': '8ac3fc64-6eca-42ea-9e69-59f4c7b60eb2',
  'Intune Administrator': '3a2c62db-5318-420d-8d74-23affee5d9d5',
  'Privileged Authentication Administrator': '7be44c8a-adaf-4e2a-84d6-ab2649e08a13',
  'Privileged Role Administrator': 'e8611ab8-c189-46e8-94e1-60213ab1f814',
  'Reports Reader': '4a5d8f65-41da-4de4-8968-e035b65339cf',
  'Security Administrator': '194ae4cb-b126-40b2-bd5b-6091b380977d',
  'SharePoint Administrator': 'f28a1f50-f6e7-4571-818b-6a12f2af6b6c',
  'Teams Administrator': '69091246-20e8-4a56-aa4d-066075b2a7a8',
} as const

export type RoleName = keyof typeof ROLE_TEMPLATES

/** In the wids claim of every member of a directory, whatever their roles. */
export const ORDINARY_USER_TEMPLATE = 'b79fbf4d-3ef9-4689-8143-76b194e85509'

/** Names of the roles, for the person picker. */
export function roleNamesOf(templateIds: readonly string[]): string[] {
  return Object.entries(ROLE_TEMPLATES)
    .filter(([, id]) => templateIds.includes(id))
    .map(([name]) => name)
}
