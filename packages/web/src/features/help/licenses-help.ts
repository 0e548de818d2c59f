import type { HelpSection } from './help-section.ts'

/** How licenses are summed over tenants (docs/figures.md). */
export const LICENSES_HELP: readonly HelpSection[] = [
  {
    heading: 'What you see',
    lines: [
      'Every license of the tenants that you have access to. Select one to see its tenants, who holds it there, and when its subscriptions renew or end.',
      {
        term: 'What counts',
        text: 'Active tenants whose users and licenses were read. Free, trial, self-service and company-wide licenses are listed and are in no sum. Hidden licenses are not listed.',
      },
      {
        term: 'Another kind in a tenant',
        text: 'A paid license can be a trial in some tenants. The figures of its row leave them out; the page of the license lists them.',
      },
    ],
  },
  {
    heading: 'Figures',
    lines: [
      { term: 'Seats', text: 'Usable seats, also those in the grace period.' },
      {
        term: 'Removable',
        text: 'Unassigned seats and seats of blocked users and guests, without those that a tenant keeps on purpose.',
      },
      {
        term: 'Cost',
        text: 'Bought seats times the price of a seat per month. Seats of trials cost nothing.',
      },
      { term: 'Waste', text: 'The part of the cost that the removable seats have.' },
      {
        term: 'Renews or ends',
        text: 'The next date that Microsoft names. Whether a subscription renews by itself is not known.',
      },
      {
        term: '—',
        text: 'Not known: no price is known. An empty cell means that the license has no such figure.',
      },
    ],
  },
]
