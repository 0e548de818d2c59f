/**
 * Roles whose holders can take over a directory or much of its data, by template id: Microsoft's
 * privileged roles that public benchmarks require stronger protection for. `tier 0` can reach Global
 * Administrator by itself.
 */
export const PRIVILEGED_ROLES: ReadonlyMap<
  string,
  { readonly name: string; readonly isTierZero: boolean }
> = new Map(
  (
    [
      ['62e90394-69f5-4237-9190-012177145e10', 'Global Administrator', true],
      ['e8611ab8-c189-46e8-94e1-60213ab1f814', 'Privileged Role Administrator', true],
      ['7be44c8a-adaf-4e2a-84d6-ab2649e08a13', 'Privileged Authentication Administrator', true],
      ['9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3', 'Application Administrator', true],
      ['158c047a-c907-4556-b7ef-446551a6b5f7', 'Cloud Application Administrator', true],
      ['8ac3fc64-6eca-42ea-9e69-59f4c7b60eb2', 'Hybrid Identity Administrator', true],
      ['e00e864a-17c5-4a4b-9c06-f5b95a8d5bd8', 'Partner Tier2 Support', true],
      ['b1be1c3e-b65d-4f19-8427-f6fa0d97feb9', 'Conditional Access Administrator', false],
      ['194ae4cb-b126-40b2-bd5b-6091b380977d', 'Security Administrator', false],
      ['29232cdf-9323-42fd-ade2-1d097af3e4de', 'Exchange Administrator', false],
      ['f28a1f50-f6e7-4571-818b-6a12f2af6b6c', 'SharePoint Administrator', false],
      ['fe930be7-5e62-47db-91af-98c3a49a38b1', 'User Administrator', false],
      ['729827e3-9c14-49f7-bb1b-9608f156bbb8', 'Helpdesk Administrator', false],
      ['966707d0-3269-4727-9be2-8c3a10f19b9d', 'Password Administrator', false],
      ['c4e39bd9-1100-46d3-8c65-fb160da0071f', 'Authentication Administrator', false],
      ['b0f54661-2d74-4c50-afa3-1ec803f12efe', 'Billing Administrator', false],
      ['3a2c62db-5318-420d-8d74-23affee5d9d5', 'Intune Administrator', false],
      ['8329153b-31d0-4727-b945-745eb3bc5f31', 'Domain Name Administrator', false],
      ['be2f45a1-457d-42af-a067-6ec1fa63bc45', 'External Identity Provider Administrator', false],
      ['4ba39ca4-527c-499a-b93d-d9b492c50246', 'Partner Tier1 Support', false],
    ] as const
  ).map(([id, name, isTierZero]) => [id, { name, isTierZero }]),
)

export const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10'
/** Held by the account that synchronises a local directory, which cannot be asked for MFA. */
export const DIRECTORY_SYNCHRONIZATION = 'd29b2b05-8046-44ba-8758-1e26182fcf32'
