import { Button, makeStyles } from '@fluentui/react-components'
import { useState } from 'react'
import type { ReactElement } from 'react'

import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'

/** More tenants than these are folded, so that the bar never pushes the table off the screen. */
const SHOWN_AT_FIRST = 3

const useStyles = makeStyles({
  bar: { alignItems: 'start', paddingTop: '12px', paddingBottom: '12px' },
  list: { marginTop: '8px' },
  more: { marginTop: '8px', marginLeft: '-8px' },
})

interface TenantsBarProps {
  intent: 'info' | 'warning'
  title: string
  containerAction?: ReactElement
  /** A list item for each tenant. */
  children: readonly ReactElement[]
}

/** A message about several tenants, which it names. */
export function TenantsBar({ children, ...bar }: TenantsBarProps) {
  const styles = useStyles()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const hidden = isUnfolded ? 0 : Math.max(0, children.length - SHOWN_AT_FIRST)
  return (
    <Notice className={styles.bar} {...bar}>
      <Stack as="ul" gap={8} className={styles.list}>
        {children.slice(0, children.length - hidden)}
      </Stack>
      {hidden > 0 && (
        <Button
          appearance="transparent"
          size="small"
          className={styles.more}
          onClick={() => setIsUnfolded(true)}
        >
          Show {hidden} more
        </Button>
      )}
    </Notice>
  )
}
