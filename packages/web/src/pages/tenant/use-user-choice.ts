import { useDeferredValue, useState } from 'react'

/** Which people the reader wants to see. */
export interface UserChoice {
  search: string
  setSearch: (search: string) => void
  isWhole: boolean
  setWhole: (isWhole: boolean) => void
  /** Whether more than the first people are needed for it. */
  wantsAll: boolean
  /** The search as the list follows it: typing stays quick however many people there are. */
  searched: string
}

/** The choice on the card; a link to a person opens the whole list. */
export function useUserChoice(linkedId: string | undefined): UserChoice {
  const [search, setSearch] = useState('')
  const [isWhole, setWhole] = useState(linkedId !== undefined)
  const [openedFor, setOpenedFor] = useState(linkedId)
  if (linkedId !== openedFor) {
    setOpenedFor(linkedId)
    if (linkedId !== undefined) {
      setWhole(true)
      setSearch('')
    }
  }
  const searched = useDeferredValue(search)
  return {
    search,
    setSearch,
    isWhole,
    setWhole,
    wantsAll: isWhole || search.trim() !== '',
    searched,
  }
}
