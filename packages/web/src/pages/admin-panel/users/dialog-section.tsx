import { makeStyles, tokens } from '@fluentui/react-components'
import { useId } from 'react'
import type { ReactNode } from 'react'

import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'

const useStyles = makeStyles({
  section: { paddingTop: '16px', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
})

/** A section of a dialog with its own heading. */
export function DialogSection({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles()
  const id = useId()
  return (
    <Stack as="section" gap={8} className={styles.section} aria-labelledby={id}>
      <Text as="h3" variant="strong" id={id}>
        {title}
      </Text>
      {children}
    </Stack>
  )
}
