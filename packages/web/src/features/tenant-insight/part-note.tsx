import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import type { PartFailure } from '@tenantscope/contract/parts'

import { partAdvice } from './part-advice.ts'

const useStyles = makeStyles({ body: { overflowWrap: 'anywhere' } })

/** A part that is not there: what is missing, and what it would unlock. The rest of the tenant is whole. */
export function PartNote({ failure }: { failure: PartFailure }) {
  const styles = useStyles()
  const { title, text } = partAdvice(failure)
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>{title}</MessageBarTitle>
        {text}
      </MessageBarBody>
    </MessageBar>
  )
}
