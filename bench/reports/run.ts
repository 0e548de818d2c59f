// `npm run bench:reports`: the files of a report, one after the other, on this process and its threads.
await import('./text-formats.ts')
await import('./pdf.ts')
