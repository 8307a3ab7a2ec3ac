throw new Error('no start');
