import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import { SITUATION_TEXTS } from '@tenantscope/analysis/coverage/situation-text'
import { EMERGENCY_ACCOUNTS } from '@tenantscope/contract/posture'

import type { HelpSection } from './help-section.ts'

/** How the checks of tenants are judged and counted (docs/posture.md). */
export const POSTURE_HELP: readonly HelpSection[] = [
  {
    heading: 'Verdicts',
    lines: [
      'Each check is judged on each tenant after every refresh, at least once a day, and when an emergency access account changes. It only uses stored data.',
      { term: 'Passed, Failed', text: 'Everything that the check needs was read.' },
      {
        term: verdictText('excepted'),
        text: 'The check fails, and the risk of the check or of each failing object is accepted.',
      },
      {
        term: 'Not licensed, No permission, Not read, Not applicable',
        text: 'A license or a permission is missing, the data could not be read, or the check does not concern this tenant. A check never passes where something that it needs is missing.',
      },
      'Report-only policies enforce nothing. A tenant that was not read for 7 days counts as not read on the Posture page and in All Tenants.',
    ],
  },
  {
    heading: 'Score',
    lines: [
      'The passed share of the checks that passed or failed, by weight: critical 10, high 5, medium 2, low 1. Other verdicts do not count.',
      {
        term: 'A, B, C, D, F',
        text: 'From 90, 80, 70 and 60 percent, and below. A failed critical check limits the letter to C.',
      },
      { term: 'No score', text: 'Less than half of the weight was judged.' },
    ],
  },
  {
    heading: 'Accepted risks',
    lines: [
      'An accepted risk is an exception for a failed check, or for single objects of it, with an owner, a reason and an end date at most 12 months ahead. It applies at once, also to the score.',
      {
        term: 'Who may accept a risk',
        text: 'Technicians for their tenants; administrators also for tenant groups and for all tenants.',
      },
      'When the exception ends, the check fails again and the owner is notified. The history stays.',
    ],
  },
  {
    heading: 'Emergency access accounts',
    lines: [
      `Accounts that can sign in when everything else fails. Declare at most ${EMERGENCY_ACCOUNTS} for each tenant, each with a reason. Policies may exclude them, and checks name them.`,
      'Technicians declare them in the Security tab of the tenant, after a recent sign-in.',
    ],
  },
  {
    heading: 'MFA in seven situations',
    lines: [
      'For each enabled person Tenantscope works out what Conditional Access requires in seven situations, from an untrusted network and without a sign-in risk:',
      ...SITUATION_TEXTS.map(({ name, description, isCounted }) => ({
        term: name,
        text: isCounted ? description : `${description} (shown, not counted)`,
      })),
      {
        term: 'Covered by MFA',
        text: 'MFA or a block in each counted situation. Security defaults cover everybody. Where a condition cannot be decided, the person does not count as covered.',
      },
      {
        term: 'Would be covered by',
        text: 'A policy that would cover the person without one exclusion or condition.',
      },
      'The Posture page counts enabled members without emergency access accounts. A tenant whose coverage is not known is in no sum.',
    ],
  },
  {
    heading: 'Comparison of policies',
    lines: [
      'The Security tab compares the Conditional Access policies of a tenant with those of another one. Policies are matched by name, then by equal users, resources, conditions and controls.',
      'Users, groups, roles, applications and locations are compared by name.',
      {
        term: 'Not compared completely',
        text: 'A part of the setting is not stored or not known, such as objects after the first 50.',
      },
    ],
  },
]
