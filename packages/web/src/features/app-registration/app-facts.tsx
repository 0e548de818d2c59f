import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'

import type { Permissions } from '../../lib/permissions.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  facts: { display: 'flex', flexWrap: 'wrap', gap: '8px 32px', margin: 0 },
  fact: { display: 'flex', flexDirection: 'column', minWidth: 0, maxWidth: '100%' },
  term: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  value: {
    ...typographyStyles.body1,
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '24px',
    minWidth: 0,
    margin: 0,
    overflowWrap: 'anywhere',
  },
  id: { fontFamily: tokens.fontFamilyMonospace },
})

/** Which app registration this is about. */
export function AppFacts({ registration }: { registration: Permissions }) {
  const styles = useStyles()
  const { appId, displayName } = registration
  return (
    <dl className={styles.facts}>
      <div className={styles.fact}>
        <dt className={styles.term}>Application</dt>
        <dd className={styles.value}>
          {displayName === null ? 'Not known' : <ForeignText wrap>{displayName}</ForeignText>}
        </dd>
      </div>
      {appId !== null && (
        <div className={styles.fact}>
          <dt className={styles.term}>Application (Client) ID</dt>
          <dd className={styles.value}>
            <span className={styles.id}>{appId}</span>
            <CopyButton text={appId} label="Copy application ID" />
          </dd>
        </div>
      )}
    </dl>
  )
}
