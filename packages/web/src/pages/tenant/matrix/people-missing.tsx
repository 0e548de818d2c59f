import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'

import { userMessageOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import type { MatrixPeople } from './use-matrix-people.ts'

interface PeopleMissingProps {
  arrived: number
  arrival: Omit<MatrixPeople, 'people'>
}

/** Reading stopped in between: what the matrix holds, why, and how it goes on. */
export function PeopleMissing({ arrived, arrival }: PeopleMissingProps) {
  const format = useFormat()
  const { total = 0, error, retry } = arrival
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>
          The matrix shows {format.number(arrived)} of {format.number(total)} people
        </MessageBarTitle>
        {userMessageOf(error)}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={retry}>
          Try Again
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
