import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { OrganizationDetails } from '@tenantscope/contract/tenants'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
    '@media (max-width: 1100px)': {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: '8px',
    },
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '12px 16px',
    minWidth: 0,
    minHeight: '48px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    breakInside: 'avoid',
    // A name and an ID need a whole line of a phone.
    ':nth-child(-n + 2)': { '@media (max-width: 560px)': { gridColumn: '1 / -1' } },
  },
  label: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  value: {
    ...typographyStyles.subtitle2,
    margin: 0,
    minWidth: 0,
    fontVariantNumeric: 'tabular-nums',
  },
  id: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
  idText: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightRegular,
  },
})

interface OrganizationFactsProps {
  organization: OrganizationDetails
  /** Null where the people could not be read. */
  userCount: number | null
}

/** Who the organization is, in four cards. */
export function OrganizationFacts({ organization, userCount }: OrganizationFactsProps) {
  const styles = useStyles()
  const format = useFormat()
  const primary = organization.verifiedDomains.find(({ isDefault }) => isDefault)?.name
  return (
    <dl className={styles.cards}>
      <Card label="Organization name">
        <ForeignText wrap>{organization.displayName}</ForeignText>
      </Card>
      <Card label="Organization ID">
        <span className={styles.id}>
          <ForeignText className={styles.idText}>{organization.id}</ForeignText>
          <CopyButton text={organization.id} label="Copy organization ID" />
        </span>
      </Card>
      <Card label="Primary domain">
        <ForeignText wrap>{primary ?? 'N/A'}</ForeignText>
      </Card>
      <Card label="Total users">{userCount === null ? 'Not known' : format.number(userCount)}</Card>
    </dl>
  )
}

function Card({ label, children }: { label: string; children: ReactNode }) {
  const styles = useStyles()
  return (
    <div className={styles.card}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}
