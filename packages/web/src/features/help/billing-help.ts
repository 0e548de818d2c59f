import { BILLING_MONTHS } from '@tenantscope/contract/limits'

import type { HelpSection } from './help-section.ts'

/** How billing months are counted and frozen (docs/figures.md). */
export const BILLING_HELP: readonly HelpSection[] = [
  {
    heading: 'What you see',
    lines: [
      'How many licensed people each of your tenants had at the end of a month, for the invoice. Select a tenant to see who came and went.',
      {
        term: 'Licensed people',
        text: 'Members who hold at least one seat of a paid, context-dependent or retired license. Each counts once, whatever number of licenses they hold. Blocked members are included.',
      },
      { term: 'Guests', text: 'Guests with such a seat. They are in no other number.' },
      {
        term: 'Not counted',
        text: 'Seats of free, trial, self-service and company-wide licenses, and of licenses that an administrator has hidden.',
      },
    ],
  },
  {
    heading: 'When a month is frozen',
    lines: [
      `A month ends in the time zone of the tenant, by default that of the installation. It is frozen ${BILLING_MONTHS.freezeAfterMinutes} minutes later and never changes.`,
      {
        term: 'Data as of',
        text: 'The last reading before the end in which users, licenses and subscriptions were read.',
      },
      {
        term: 'Not read',
        text: 'No such reading is from this month. There is no number then, and the tenant is in no sum.',
      },
      {
        term: 'Corrected',
        text: 'An administrator added other numbers with a reason. The frozen record stays beside them.',
      },
      {
        term: 'Who came and went',
        text: 'The IDs of the people are kept for the months that the settings name. Names come from the last reading: a person without one is no longer listed.',
      },
    ],
  },
]
