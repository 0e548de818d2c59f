import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { mfaLabel, mfaLabelLines } from '@tenantscope/analysis/coverage/mfa-label'
import type { MfaVerdict } from '@tenantscope/contract/mfa'

import { StatusLabel } from './status-label.tsx'
import type { StatusTone } from './status-label.tsx'

const TONES: Record<MfaVerdict, StatusTone> = {
  required: 'good',
  requiredBySecurityDefaults: 'good',
  partial: 'warning',
  none: 'bad',
  notKnown: 'unknown',
}

// Below the word, not below the icon.
const useStyles = makeStyles({
  cell: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  detail: {
    ...typographyStyles.caption1,
    paddingInlineStart: '22px',
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
})

interface MfaLabelProps {
  verdict: MfaVerdict
  notCovered: number | null
}

/** Shows whether MFA is required of the tenant's members. */
export function MfaLabel({ verdict, notCovered }: MfaLabelProps) {
  return <StatusLabel tone={TONES[verdict]}>{mfaLabel({ verdict, notCovered })}</StatusLabel>
}

/** The same in a narrow column: two short lines, or the first of them in rows of one line. */
export function MfaCellLabel({ isOneLine, ...mfa }: MfaLabelProps & { isOneLine: boolean }) {
  const styles = useStyles()
  const { word, detail } = mfaLabelLines(mfa)
  return (
    <span className={styles.cell}>
      <StatusLabel tone={TONES[mfa.verdict]}>{word}</StatusLabel>
      {detail !== null && !isOneLine && (
        <>
          {' '}
          <span className={styles.detail}>{detail}</span>
        </>
      )}
    </span>
  )
}
