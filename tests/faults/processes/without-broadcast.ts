// The phones of a run share a process, and must not notify each other of changes.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
