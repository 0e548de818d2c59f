/** The screens that explain themselves (specification section 2, help dialogs). */
export type HelpTopic =
  | 'azure-permissions'
  | 'azure-config'
  | 'tenant-dashboard'
  | 'enhanced-dashboard'
  | 'posture'
  | 'licenses'
  | 'billing-months'

/** The title of a topic, on its button, in its dialog and in links to it. */
export const HELP_TITLES = {
  'tenant-dashboard': 'All Tenants',
  'enhanced-dashboard': 'My Organization',
  'azure-permissions': 'Permissions',
  'azure-config': 'Microsoft connection',
  posture: 'Posture',
  licenses: 'Licenses',
  'billing-months': 'Billing months',
} as const satisfies Record<HelpTopic, string>
