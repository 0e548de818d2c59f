/** '1 user', '2 users'. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The number with the words that fit it: '1 guest holds a license', '2 guests hold a license'. */
export function countedAs(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
