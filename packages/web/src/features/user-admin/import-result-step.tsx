import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useEffect, useState } from 'react'

import { ForeignText } from '../../ui/foreign-text.tsx'
import { importCounts, leftOutOf } from './import-words.ts'
import type { ImportOutcome } from './import-words.ts'

const useStyles = makeStyles({
  content: { padding: '4px 0 16px' },
  counts: { ...typographyStyles.subtitle2, display: 'block', marginBottom: '12px' },
  next: { margin: '0 0 12px', color: tokens.colorNeutralForeground2 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  person: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 16px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  reason: { color: tokens.colorNeutralForeground2 },
})

interface ImportResultStepProps {
  outcome: ImportOutcome
  onClose: () => void
}

/** Step 3: who has an account now, and who has none and why. */
export function ImportResultStep({ outcome, onClose }: ImportResultStepProps) {
  const styles = useStyles()
  const leftOut = leftOutOf(outcome)
  const imported = outcome.result.totalImported
  // The button that had the focus is gone.
  const [done, setDone] = useState<HTMLButtonElement | null>(null)
  useEffect(() => done?.focus(), [done])
  return (
    <>
      <DialogContent className={styles.content}>
        <output className={styles.counts}>
          {importCounts({ done: 'imported', imported, leftOut: leftOut.length })}
        </output>
        {imported > 0 && (
          <p className={styles.next}>
            They can sign in with Microsoft now. Who is no administrator sees the tenants that you
            grant under Manage.
          </p>
        )}
        {leftOut.length > 0 && (
          <ul className={styles.list} aria-label="Left out">
            {leftOut.map(({ name, reason }, index) => (
              <li key={index} className={styles.person}>
                <ForeignText wrap>{name}</ForeignText>
                <span className={styles.reason}>{reason}</span>
              </li>
            ))}
          </ul>
        )}
      </DialogContent>
      <DialogActions>
        <Button ref={setDone} appearance="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}
