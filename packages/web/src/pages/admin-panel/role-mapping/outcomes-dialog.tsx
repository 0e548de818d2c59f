import { makeStyles } from '@fluentui/react-components'

import { ClosableDialog } from '../../../ui/closable-dialog.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import { Outcomes } from './outcomes-card.tsx'
import type { OutcomesProps } from './outcomes-card.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '960px' },
  content: { display: 'flex', flexDirection: 'column', gap: '12px', paddingBottom: '8px' },
})

interface OutcomesDialogProps extends OutcomesProps {
  onClose: () => void
}

/** What the mappings would make of people, with one of them as it stands in its form. */
export function OutcomesDialog({ onClose, ...outcomes }: OutcomesDialogProps) {
  const styles = useStyles()
  useFocusBack(true)
  return (
    <ClosableDialog
      title="Who would get what"
      className={styles.surface}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <Outcomes {...outcomes} />
    </ClosableDialog>
  )
}
