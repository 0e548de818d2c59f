import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { Checkmark16Regular } from '@fluentui/react-icons/svg/checkmark'
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss'
import type { ReportType } from '@tenantscope/contract/report-document'

import { Stack } from '../../ui/stack.tsx'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
    gap: '16px 24px',
  },
  title: { ...typographyStyles.body1Strong, margin: '0 0 4px' },
  list: { ...typographyStyles.body1, margin: 0, padding: 0, listStyleType: 'none' },

  icon: { flexShrink: 0, marginTop: '2px', color: tokens.colorNeutralForeground3 },
})

interface WhatLeavesProps {
  reportType: ReportType
  masksNames: boolean
}

/** Lists what the customer sees and what is never shared (decisions.md, Reports and shares). */
export function WhatLeaves({ reportType, masksNames }: WhatLeavesProps) {
  const styles = useStyles()
  const { seen, never } = PARTS[reportType](masksNames)
  return (
    <div className={styles.columns}>
      <Parts title="Your customer sees" icon={Checkmark16Regular} parts={seen} />
      <Parts title="Never shared" icon={Dismiss16Regular} parts={never} />
    </div>
  )
}

interface SharedParts {
  seen: readonly string[]
  never: readonly string[]
}

const PARTS: Record<ReportType, (masksNames: boolean) => SharedParts> = {
  'user-license': (masksNames) => ({
    seen: [
      "The tenant's name",
      masksNames ? "Users' initials: A••• B•••" : "People's names",
      'Addresses, masked: a•••@f•••.com',
      'License names, counts, problems and dates',
    ],
    never: [
      'IDs of the tenant, users and licenses',
      'Domains, full addresses and phone numbers',
      'Prices and savings',
      'Your name and account',
    ],
  }),
  posture: () => ({
    seen: [
      "The tenant's name",
      'The score, and what got better and worse',
      'Checks with verdict, severity, dates and counts',
      'Our advice for each check',
    ],
    never: [
      'Names and IDs of policies, groups, applications and devices',
      'Names and addresses of administrators and users',
      'Domains, and names of secrets',
      'Your name and account',
    ],
  }),
  savings: () => ({
    seen: [
      "The tenant's name",
      'License names, seats and renewal dates',
      'Prices of the customer, cost and savings',
      'Three recommendations',
    ],
    never: [
      'IDs of the tenant, licenses and subscriptions',
      'Names and addresses of users',
      'What you pay, notes and decisions',
      'Your name and account',
    ],
  }),
}

interface PartsProps {
  title: string
  icon: FluentIcon
  parts: readonly string[]
}

function Parts({ title, icon: Icon, parts }: PartsProps) {
  const styles = useStyles()
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {parts.map((part) => (
          <Stack key={part} as="li" row gap={8} align="start">
            <Icon aria-hidden className={styles.icon} />
            {part}
          </Stack>
        ))}
      </ul>
    </section>
  )
}
