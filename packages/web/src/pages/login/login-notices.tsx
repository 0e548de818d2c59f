import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'

import { refusalTextOf } from './refusal-text.ts'

interface LoginNoticesProps {
  isUnreachable: boolean
  isChecking: boolean
  onCheckAgain: () => void
}

/** Why the reader stands here: what Microsoft's sign-in answered, or that the server does not. */
export function LoginNotices({ isUnreachable, isChecking, onCheckAgain }: LoginNoticesProps) {
  const refusal = refusalTextOf(location.search)
  return (
    <>
      {isUnreachable && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>Tenantscope cannot be reached</MessageBarTitle>
            Check your connection. If it is fine, ask your administrator.
          </MessageBarBody>
          <MessageBarActions>
            <Button size="small" disabledFocusable={isChecking} onClick={onCheckAgain}>
              Try again
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      {refusal && !isUnreachable && (
        <MessageBar intent={refusal.intent} layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>{refusal.title}</MessageBarTitle>
            {refusal.text}
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  )
}
