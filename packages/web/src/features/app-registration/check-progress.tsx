import { makeStyles, ProgressBar, tokens, typographyStyles } from '@fluentui/react-components'
import type { ConsentCheck } from '@tenantscope/contract/azure'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { useId } from 'react'

import { DataAsOf } from '../../ui/data-as-of.tsx'

const useStyles = makeStyles({
  // As high with the progress as without it: nothing below moves.
  line: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    height: '24px',
    marginTop: '-12px',
  },
  text: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface CheckProgressProps {
  isAsking: boolean
  check: ConsentCheck | null
}

/** When Microsoft was last asked, or that it is being asked just now. */
export function CheckProgress({ isAsking, check }: CheckProgressProps) {
  const styles = useStyles()
  const id = useId()
  return (
    <div className={styles.line}>
      {!isAsking && check !== null && <DataAsOf at={check.checkedAt} prefix="Checked" />}
      <output id={id} className={styles.text}>
        {isAsking && `Asking Microsoft, at most ${LIVE_CALL_SECONDS} seconds...`}
      </output>
      {isAsking && <ProgressBar aria-labelledby={id} />}
    </div>
  )
}
