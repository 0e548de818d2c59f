import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { Checkmark16Regular } from '@fluentui/react-icons/svg/checkmark'
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
    gap: '16px 24px',
  },
  title: { ...typographyStyles.body1Strong, margin: '0 0 4px' },
  list: { ...typographyStyles.body1, margin: 0, padding: 0, listStyleType: 'none' },
  item: { display: 'flex', alignItems: 'start', gap: '8px' },
  icon: { flexShrink: 0, marginTop: '2px', color: tokens.colorNeutralForeground3 },
})

/** What a customer gets to see and what never leaves (decisions.md, Reports and shares). */
export function WhatLeaves({ masksNames }: { masksNames: boolean }) {
  const styles = useStyles()
  return (
    <div className={styles.columns}>
      <Parts
        title="Your customer sees"
        icon={Checkmark16Regular}
        parts={[
          "The tenant's name",
          masksNames ? "People's initials: A••• B•••" : "People's names",
          'Addresses, masked: a•••@f•••.com',
          'License names, counts and dates',
        ]}
      />
      <Parts
        title="Never leaves"
        icon={Dismiss16Regular}
        parts={[
          'IDs of the tenant, of people and of licenses',
          'Domains, whole addresses and phone numbers',
          'Prices and savings',
          'Your name and account',
        ]}
      />
    </div>
  )
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
          <li key={part} className={styles.item}>
            <Icon aria-hidden className={styles.icon} />
            {part}
          </li>
        ))}
      </ul>
    </section>
  )
}
