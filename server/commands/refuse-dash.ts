import type { Command } from 'commander';
import { CommandFailure } from './output.ts';

/** The words of a description where `-` means a stream of the process. */
const streamMeaning = /(?:^|; |\()- (reads|writes) standard (?:in|out)put/;

/** A placeholder that names a file or a folder, such as `--out <file>`. */
const fileName = /^(?:file|folder|report)$/;

/**
 * Refuses `-` where a command would take it for the name of a file, and standard input for two things. Programs agree that
 * `-` is a stream, so nobody means a file of that name; `./-` names one.
 */
export function refuseDash(command: Command): void {
  const options = command.options.map((option) => ({
    name: option.long ?? option.flags,
    placeholder: /[<[]([\w-]+)/.exec(option.flags)?.[1] ?? '',
    description: option.description,
    value: command.getOptionValue(option.attributeName()) as unknown,
  }));
  const named = command.registeredArguments.map((argument, index) => ({
    name: `<${argument.name()}>`,
    placeholder: argument.name(),
    description: argument.description,
    value: command.args[index] as unknown,
  }));
  const dashes = [...options, ...named].filter(({ value }) => value === '-');
  for (const { name, placeholder, description } of dashes) {
    if (fileName.test(placeholder) && !streamMeaning.test(description))
      throw new CommandFailure(`${name} must be the name of a file; - is not supported here`, 2);
  }
  const readers = dashes.filter(({ description }) => streamMeaning.exec(description)?.[1] === 'reads');
  if (readers.length > 1) {
    const names = readers.map(({ name }) => name).join(' and ');
    throw new CommandFailure(`Standard input cannot be both ${names}. Give one of them as a file`, 2);
  }
}
