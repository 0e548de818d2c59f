import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'

/** Reading again failed, while what was read before stays on screen. */
export function RereadFailed({ title, message }: { title: string; message: string }) {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{title}</MessageBarTitle>
        {message} What you see was loaded before.
      </MessageBarBody>
    </MessageBar>
  )
}
